import tomllib

from calibration.toml_text import toml_text


def test_a_point_keeps_to_one_line_and_words_that_look_like_one_stay_as_they_are():
    values = {
        "name": 'a "mat"\n[\n    1,\n]',
        "size": [500.0, -3.5e-07],
        "outline": [[1.0, 2.0], [3.0, 4.0]],
        "none": [],
    }
    text = toml_text("Of mine.\nIn mm.\n", values)
    assert tomllib.loads(text) == values
    assert text.startswith("# Of mine.\n# In mm.\n")
    assert "size = [500.0, -3.5e-07]\n" in text
    assert "    [1.0, 2.0],\n" in text
