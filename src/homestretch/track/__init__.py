"""Race tracks: fields in lanes, what touches what, validation, and drawing them as seen from above."""
