"""Team names (ruling T13, issue 22, item 3)."""

from __future__ import annotations

import unicodedata
from itertools import combinations

import pytest

from arena.driver import Arena
from croupier.arena.core.config import BadArena
from croupier.arena.core.names import find_look_alike, skeleton, team_name
from croupier.cli.arena_files import checked_roster

LOOK_ALIKES = """
ʺˮײ ʹʻʼʽʾˈˊˋיꞌ ٠۰ 〳ノ丿 0OΟОՕ০ଠ୦ዐ 1IlƖǀΙІӀוןا١۱ 2ƧꙄꝚ 3ƷȜЗӠꝪꞫ 5Ƽ 6б 8Ȣȣ৪੪ 9৭੧୨൭Ꝯ Ɂʔॽ AΑА BΒВꞴ CС EΕЕ FϜꞘ GԌ
HΗН JͿЈꞲ KΚК MΜϺМ NΝ PΡР RƦ SЅՏ TΤТ UՍሀ VѴ٧۷ WԜ XΧХꞳ YΥУҮ ZΖ aɑαа bƄЬ cсᴄ dԁ eеҽꬲ fքẝꞙꬵ gƍɡցᶃ hһհ iıɩɪιіӏꙇ jϳј
nոռ oοσоօסه٥ھہە۵०੦૦௦౦೦ഠ൦๐໐ဝ၀ჿᴏᴑꬽ pρр qԛգզ rгᴦꭇꭈ sƽѕꜱ uʋυսᴜꞟꭎꭒ vνѵטᴠ wɯѡԝաᴡ xх yɣʏγуүყᶌỿꭚ zᴢ ÀᾺ ÁΆ ÂȂ ÄӒ ÆӔ ÇҪ
ÈЀῈ ÉΈ ÊȆ ËЁ ÌῚ ÍĺΊ ÎȊ ÏΪЇ ÐĐƉ ÒῸ ÓΌ ÔȎ ÖӦ ÛȖ ÝΎ ÞϷ ßβꞵ àὰ áά âȃ ãᾶ äӓ æӕ çҫ èѐ êȇ ëё ìὶ íί îȋ ïϊї òὸ óό ôȏۿ
öӧ øꬾ ùὺ úύ ûȗ üϋ þƿϸ ÿӱ ĀᾹ āᾱ ĂǍӐᾸ ăǎӑᾰ Ąᾼ ąᾳ ĔĚӖ ĕěӗ ęҿ ĞǦ ğǧ ħћ Ĩآ ĩῖ ĪῙ īῑ ĬľǏῘ ĭǐῐ Įɭ ĸκкᴋ ŅƝ ŎǑ ŏǒ ŕѓ ŞȘ
şș ŢȚ ţț ũῦ ūῡ ŬǓ ŭǔῠ ŸΫӰ ƀѢѣҌҍ ƂƃБ ƅь ƆϽↃ ƏӘ ƐԐ Ɨƚ ƞη ƟΘθѲӨꝊ ƥῥ ƨᴤꙅ ƩΣ ǁװ ǘΰ ǜῢ ǝəә ǶԊ ȝʒӡჳꝫ ȲӮῩ ȳӯ ȷյ ɅΛЛ٨۸
ɋᶐ ɍғ ɎҰ ɏұ ɔͻᴐↄ ɛεєԑꞓ ɜзᴈ ɢԍ ɦꚕ ɨᵻᵼ ɰպሣ ɵѳөꝋ ɸφф ʃꭍ ʌᴧ ʍмᴍ ʘꙨ ʙв ʚꞝ ʜн ʿՙ ͰⱵ ͶИ ͷиᴎ ͽꜿ ΐḯ ΓГ ΠП ΦФՓቀ ΨѰ δծẟ
πпᴨ ςϛ τтᴛ χꭓꭕ ψѱ ωꙍꞷ ϿꜾ ЄꞒ ЌḰ ЎῨ лᴫ яᴙ љꭠ ҚⱩ ҞꝀ ҢⱧ ҶӋ ҷӌ ӇӉḨ ӈӊ Իኮ Մሆ Ոበ Պጣ Ռቡ ձኔ إٳ ئۓࢨ ةۃ ثؿپڽۑ فڧ كکڪ وࢱ
ىيٮںیےࢽ ٢۲ꧏ ٣۳ ٤۴ ٦۶ ٩۹१ ٯڡࢻࢼ ٹڻ ٻې ځݲ ڤڨ ڬݢ ڭݣ گࢰ ۀۂ ێݖ ݔݧࢩ ऽઽ २૨ ३૩ ४૪ ८૮ ॱൎ ৠৡ அ௮ ஈர உ௨ഉ எ௭ ஐஜജ க௧ ச௪ ணണ ழഴ
ஶശ అಅ ఆಆ ఇಇ ఒಒ ఓಓ ఔಔ జಜ ఞಞ ణಣ యಯ ఱಱ లಲ ౧೧ ౨೨ ౯೯ ഌങ ഞൡ രറ ൪ർ ൯ൻ ජ෪ ද෫ ขฃ คดต ฆม จຈ ชซ ฎฏ ฑท บບ ปປ ฝຝ พພ ฟຟ ภฦ
ยຍ าๅ རཪ ၁ၥ ႠꞆ អឣ ᴘᴩ ḷỊ ỲῪ へヘ べベ ぺペ イ亻 エ工 カ力 タ夕 ト卜 ニ二 ハ八 ロ口囗 㖈䎛 㘽㦳 㩁搉 㫚曶 㬵胶
㬺幐 㬻䐠 㮣槩 䀹鿃 䀿晣 䑃朦 䚶訞 併倂 値值 啓啟 土士 塡填 墫壿 媯嬀 帡帲 戶戸 晚晩 朌肦 朏胐 朐胊 朓脁 朘脧
朣膧 杮柿 榝樧 溈潙 研硏 絕絶 胼腁 蒍蔿 蘷虁 訮詽 讆讏 豜豣 赿趆 跥跺 躗躛 軿輧 郎郞 鎭鎮 隷隸 鹂鹃 黑黒 ꙌꞶ ꚘꝎ
ꚙꝏ ꜧꞕ ꜸꜺ ꜹꜻ Ꝺꝺ
""".split()
"""Characters that ICU 72 (Unicode 15) gives one skeleton, a word for each skeleton."""
REAL_NAMES = """
Größe Ångström Łódź Đặng Nguyễn Çağlar Ólafur naïve Привет Київ Ελλάδα Αθήνα Հայաստան საქართველო שלום
יִשְׂרָאֵל سلام العربية فارسی اردو ދިވެހި हिन्दी বাংলা ਪੰਜਾਬੀ ગુજરાતી ଓଡ଼ିଆ தமிழ் తెలుగు ಕನ್ನಡ മലയാളം සිංහල
ไทย น้ำ ລາວ བོད་ཡིག မြန်မာ ខ្មែរ አማርኛ 東京 中文 北京队 한국어 ひらがな カタカナ 東京タワー ㄅㄆㄇ Tシャツ K팝
AI机器人 O'Brien R2-D2 bot_7 Ann-Marie J.R. 50% l337 #1 @home ユーザー・ボット Åsa A+ C++ x:y
""".split()
INVISIBLE = [chr(code) for code in (
    0x3164, 0x2800, 0x115F, 0x1160, 0xFFA0, 0xAD, 0x34F, 0x61C, 0x17B4, 0x17B5, 0x180B, 0x180E, 0x180F, 0x200B, 0x200C,
    0x200D, 0x200E, 0x202E, 0x2028, 0x2029, 0x2060, 0x2061, 0x2066, 0x206F, 0xFE00, 0xFE0F, 0xFEFF, 0xFFF9, 0xFFFC,
    0x1D159, 0x1D173, 0x1BCA0, 0x1680, 0xE0001, 0xE0020, 0xE0100, 0xE01EF, 0x0, 0x7, 0x7F, 0x85, 0xE000)]


def refused(arena: Arena, team: str) -> str:
    """Return the error code that a hello by this name gets."""
    (error,) = arena.connect().says(type="hello", team=team, join_code="other")
    return str(error["code"])


def test_T13_confusable_characters_of_unicode_have_equal_skeletons():
    pairs = [pair for word in LOOK_ALIKES for pair in combinations(word, 2)]
    assert len(pairs) > 1000
    for one, two in pairs:
        assert skeleton(one) == skeleton(two), (one, two)
        assert find_look_alike(f"{one}{one}", ["Ann", f"{two}{two}"]) == f"{two}{two}"


@pytest.mark.parametrize("name", ["Аӏрһа", "АӀрһа", "AIpha", "A1pha", "ALPHA", "Al pha", "Ａlpha", "𝐀𝐥𝐩𝐡𝐚",
                                  "alpha"])
def test_T13_a_look_alike_of_a_seated_team_is_refused(name):
    arena = Arena(seats=4, min_teams=4)
    arena.join("Alpha")
    assert refused(arena, name) == "TEAM_TAKEN"
    assert len(arena.table.seats) == 1


@pytest.mark.parametrize("char", INVISIBLE, ids=lambda char: f"U+{ord(char):04X}")
def test_T13_invisible_blank_and_control_characters_are_refused(char):
    arena = Arena(seats=4, min_teams=4)
    for name in (f"Alpha{char}", f"{char}Alpha", f"Al{char}pha", char):
        assert refused(arena, name) == "BAD_SCHEMA"


@pytest.mark.parametrize("space", " \u00a0\u2000\u200a\u202f\u205f\u3000", ids=lambda char: f"U+{ord(char):04X}")
def test_T13_spaces_of_all_kinds_make_no_new_name(space):
    arena = Arena(seats=4, min_teams=4)
    arena.join("Alpha")
    for name in (f"Alpha{space}", f"{space}Alpha", f"Al{space}pha"):
        assert refused(arena, name) == "TEAM_TAKEN"
    assert refused(arena, space) == "BAD_SCHEMA"


@pytest.mark.parametrize("name", ["Аlpha", "Αlpha", "Alphа", "Ελλadα", "שלוםA", "АΒ", "ไทยລາວ", "カタ한국", "ㄅあ",
                                  "ᎪᏞᏢᎻᎪ", "𐐀𐐁", "☺", "A♥",
                                  "e\u0301\u0302\u0303\u0304\u0305", "\u0301A"])
def test_T13_names_outside_the_highly_restrictive_profile_are_refused(name):
    assert refused(Arena(), name) == "BAD_SCHEMA"


def test_T13_real_names_of_many_scripts_are_allowed_together():
    for name in REAL_NAMES:
        assert team_name(name)
    assert len(REAL_NAMES) > 60
    for number, name in enumerate(REAL_NAMES):
        assert find_look_alike(name, REAL_NAMES[:number] + REAL_NAMES[number + 1:]) is None, name
    assert find_look_alike("Ali", ["All", "Al", "A1i2"]) is None


def test_T13_names_are_normalized():
    assert team_name(" Ｔｅａｍ　１ ") == "Team 1"
    assert team_name("Mu\u0308ller") == "Müller"
    assert team_name("ﬁsh") == "fish"


def test_T13_a_roster_of_look_alikes_is_refused():
    with pytest.raises(BadArena, match="looks like"):
        checked_roster({"Alpha": "a", "Аӏрһа": "b"}, "roster.toml")


def test_T13_the_answer_names_the_character():
    (error,) = Arena().connect().says(type="hello", team="Alpha\u115f", join_code="x")
    assert "U+115F (HANGUL CHOSEONG FILLER)" in error["msg"]


def test_T13_the_tables_are_those_that_the_tool_writes():
    pytest.importorskip("confusable_homoglyphs")
    if unicodedata.unidata_version != "14.0.0":
        pytest.skip("written by Python 3.11, whose Unicode 14 decides which characters are assigned")
    from tools.name_tables import TABLE, page

    assert TABLE.read_text(encoding="utf-8") == page()
