"""Run the command line: python -m homestretch."""

from homestretch.cli import main

if __name__ == "__main__":
    main()
