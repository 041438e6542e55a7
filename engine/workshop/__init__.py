"""What trains, calibrates and makes books; no part of the wheel, see the README here."""
