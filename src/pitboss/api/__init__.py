"""The public API: what `import pitboss` offers, and what the command line is built on."""
