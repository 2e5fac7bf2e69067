"""What a person did wrong, as a message id with parameters, so that each reader gets their own language."""


class Problem(Exception):  # noqa: N818 - the word a person would use
    """Bad input: a message id and its parameters. Nothing was changed."""

    def __init__(self, key: str, /, **params: object) -> None:
        super().__init__(f"{key} {params}" if params else key)
        self.key, self.params = key, params

    def __reduce__(self) -> "tuple[object, ...]":
        return _rebuild, (type(self), self.args, self.__dict__)


def _rebuild(cls: type[Problem], args: tuple[object, ...], state: dict[str, object]) -> Problem:
    problem = cls.__new__(cls)
    problem.args = args
    problem.__dict__.update(state)
    return problem
