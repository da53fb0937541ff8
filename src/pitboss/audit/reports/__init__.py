"""The reports, by what they are about; `pitboss.audit.catalogue` lists them."""
