"""Reminders of the daily, by Web Push: one message a day to each browser that asked for it."""
