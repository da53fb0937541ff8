"""The reports, one module each; `pitboss.audit.catalogue` lists them."""
