import copy
import pickle

from wuzi.errors import N_, ParseError, WuziError


def test_errors_survive_the_way_between_processes():
    error = ParseError("point.off_board", N_("{token} is off"), token="z9")
    for again in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(again) is ParseError
        assert (again.id, again.fields, str(again)) == (error.id, error.fields, "z9 is off")


def test_a_field_may_be_an_error():
    inner = WuziError("a", N_("the disk is full"))
    assert str(WuziError("b", N_("not saved: {why}"), why=inner)) == "not saved: the disk is full"
