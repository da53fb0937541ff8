"""Counting deals: how often cards fall how, exactly."""
