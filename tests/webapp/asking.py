"""A person in front of the laboratory's pages, without script."""

from __future__ import annotations

import threading
import time
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from tests.webapp.forms import csrf_token
from webapp.extensions import services
from webapp.service.laboratory_job import Job


class Asker:
    """Their browser; `page` is what it shows."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.client: FlaskClient = app.test_client()
        self.page = self.client.get("/lab").text

    def post(self, path: str, **fields: object) -> Any:
        data = {"csrf_token": csrf_token(self.page)} | fields
        response = self.client.post(path, data=data, follow_redirects=True)
        self.page = response.text
        return response

    def ask(self, key: str, text: str, **fields: object) -> Job:
        """Ask and wait for the answer; the page is then the answer's."""
        response = self.post("/lab", game=key, q=text, **fields)
        assert response.status_code == 200, response.text
        job = services(self.app).laboratory.job(response.request.path.rpartition("/")[2])
        wait_for(job)
        self.page = self.client.get(f"/lab/{job.id}").text
        return job


def wait_for(job: Job, seconds: float = 60) -> None:
    """Block until a job is answered or given up."""
    ticker = threading.Event()
    deadline = time.monotonic() + seconds
    while job.open:
        assert time.monotonic() < deadline, job
        ticker.wait(0.01)
