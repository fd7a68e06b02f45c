"""What the courts have in common: their paints, their frame, and the faces and hands that several of them share."""

Figure = tuple[tuple[str, str], ...]

INK = "var(--court-ink,#22282a)"
FACE = "var(--card-face,#fffdf6)"
SUIT = "var(--suit,#22282a)"
GOLD = "var(--court-gold,#c48f33)"
STONE = "var(--court-stone,#b7b09d)"
SKIN = "var(--court-skin,#f3e0c4)"

PAINTS = {
    "suit": f'fill="{SUIT}"',
    "gold": f'fill="{GOLD}"',
    "stone": f'fill="{STONE}"',
    "ivory": f'fill="{FACE}"',
    "skin": f'fill="{SKIN}"',
    "ink": f'fill="{INK}"',
    "line": 'fill="none"',
    "bold": 'fill="none" stroke-width="4.5"',
    "light": f'fill="none" stroke="{FACE}"',
    "gilt": f'fill="none" stroke="{GOLD}" stroke-width="3.5"',
}

# Half the outline of two quoins set one above the other, which leave the corners to the indices.
FRAME_HALF = "M24 176V88H126V14H226V176"

FACE_ON: Figure = (
    ("skin", "M150 52V78C150 92 160 103 172 103C184 103 194 92 194 78V52Z"),
    ("line", "M155 68C159 64 165 65 168 69V85H174M177 67C181 64 186 64 190 67M166 93C170 95 175 95 179 93"),
    ("bold", "M159 74H164M180 74H185"),
)
PROFILE: Figure = (
    (
        "skin",
        "M190 52H158C156 58 157 63 155 68L147 80C146 82 149 84 152 83V87L150 89L153 92C152 98 155 102 161 102"
        "L171 100V112H194Z",
    ),
    ("line", "M156 66C159 63 164 63 168 66M153 92H160M180 74C187 71 188 83 181 85"),
    ("bold", "M159 72H163"),
)

HAND_ON_STAFF: Figure = (
    ("skin", "M52 138H76C82 138 84 143 81 147C84 150 83 154 80 155C81 159 79 162 74 162H52Z"),
    ("line", "M64 147H81M64 155H80"),
)
