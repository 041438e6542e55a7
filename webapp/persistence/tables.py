"""All tables there are, whichever module describes them."""

from webapp.persistence import library_models  # noqa: F401  adds its tables to those of `models`
from webapp.persistence.models import Base

METADATA = Base.metadata
"""Complete, as both modules are loaded here."""
