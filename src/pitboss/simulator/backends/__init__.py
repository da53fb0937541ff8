"""What plays shoes: processor, graphics card, cluster."""
