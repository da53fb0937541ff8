"""Physical tables over HTTP: opened by two people, keyed or read by a device, beside the others."""
