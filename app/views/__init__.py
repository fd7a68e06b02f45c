"""What a viewer may see, as dataclasses for the templates. The only place that hides cards."""
