"""The people of the demo club, all of them invented, and the file of the tables they played."""

from pathlib import Path
from typing import NamedTuple

TABLES = Path(__file__).with_name("demo_tables.json")


class Person(NamedTuple):
    """Somebody invented; how strong they play decides which bot plays for them."""

    name: str
    reading: str
    romanised: str
    strength: float


PEOPLE = (
    Person("朝霧 ゆい", "あさぎり ゆい", "Asagiri Yui", 0.9),
    Person("北川 そら", "きたがわ そら", "Kitagawa Sora", 0.7),
    Person("みずき", "みずき", "Mizuki", 0.5),
    Person("白石 れん", "しらいし れん", "Shiraishi Ren", 0.3),
    Person("東 あおい", "ひがし あおい", "Higashi Aoi", 0.2),
    Person("カズ", "かず", "Kazu", 0.1),
    Person("小夜", "さよ", "Sayo", 0.0),
    Person("遠野 はる", "とおの はる", "Tono Haru", -0.1),
    Person("榊 ちひろ", "さかき ちひろ", "Sakaki Chihiro", -0.3),
    Person("ノア", "のあ", "Noa", -0.4),
    Person("水無瀬 りつ", "みなせ りつ", "Minase Ritsu", -0.6),
    Person("戸隠 まこと", "とがくし まこと", "Togakushi Makoto", -0.9),
)
