"""The lab over HTTP: edges, charts, odds and hands of any rules; long work runs in a pool."""
