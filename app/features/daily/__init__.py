"""The daily challenge: its deals, attempts, closing, boards, standings and stories."""
