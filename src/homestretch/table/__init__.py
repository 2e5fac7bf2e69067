"""One match as pure logic: actions, chance, record and proof. No input or output."""
