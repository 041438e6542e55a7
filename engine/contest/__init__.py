"""Games between players that are counted: levels, searches, and programs that speak GTP."""
