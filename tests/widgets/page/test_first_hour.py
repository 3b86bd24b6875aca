"""Every word of the first six lessons that is told in a sentence is tapped, and its sentence comes and goes again."""

from __future__ import annotations

import pytest

from rallyman_tutor.games import SHELF
from rallyman_tutor.tutor.words.language import LANGUAGES, speaking
from rallyman_tutor.tutor.words.page_words import glossary
from tests.pages.visits import Open
from tests.some import some
from tests.tutor.test_first_hour import first_lessons, forms, read_in, says
from tests.widgets.page.host import NOTEBOOKS, address

TAPPED = """(texts) => {
  const found = [];
  for (const text of texts) {
    host.take({ sheet: { ...host.model.get("sheet"), text: [text] }, view: { ...host.model.get("view") } });
    for (const term of document.querySelectorAll(".rt-panel p .rt-term")) {
      term.click();
      const gloss = term.parentNode.querySelector(".rt-gloss");
      const isOpen = term.getAttribute("aria-expanded") === "true" && gloss.getClientRects().length > 0;
      found.push([term.textContent.toLowerCase(), isOpen ? gloss.textContent : ""]);
      term.click();
      if (term.parentNode.querySelector(".rt-gloss")) found.push([term.textContent, "stays open"]);
    }
  }
  return found;
}"""
"""Shows paragraph by paragraph in the panel, and taps every word in it: the word, and the sentence that is then
seen."""


@pytest.mark.wide
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", SHELF)
def test_every_word_of_the_first_six_lessons_opens_its_sentence(opened: Open, key: str, language: str) -> None:
    names = {place: name for name, place in NOTEBOOKS.items()}
    page = opened(address=f"{address(names[first_lessons(key)[0]])}?lang={language}")
    said = [line for line in read_in(key, language).splitlines() if line.strip()]
    with speaking(language):
        told = {form.lower(): sentence for form, sentence in glossary(key).items()}
    found = page.evaluate(TAPPED, said)
    assert {word: sentence for word, sentence in some(found) if told.get(word) != sentence} == {}
    met = {told[form] for form in forms(key, language) if says(read_in(key, language), form)}
    assert met - {sentence for _, sentence in found} == set()
