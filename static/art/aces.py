"""The four aces: one great suit each; the ace of spades bears the gate of the rampart."""

from static.art.figures import FACE, GOLD

SIZES = {"S": 150, "C": 124, "H": 124, "D": 132}

# A tower with its arch, standing in the spade as in a doorway.
_TOWER = (
    "M99 150H107V158H113V150H121V158H129V150H137V158H143V150H151V166H147V206H133V190C133 180 117 180 117 190V206"
    "H103V166H99Z"
)
_COURSES = (
    "M103 174H147M103 182H118M132 182H147M103 194H117M133 194H147M125 166V174M112 174V182M138 174V182"
    "M110 182V194M140 182V194"
)
_RAYS = "".join(
    f'<path transform="rotate({angle} 125 175)" d="M125 73L128.5 82L125 89L121.5 82Z"/>' for angle in range(0, 360, 30)
)

TOWER = f'<path fill="{FACE}" d="{_TOWER}"/><path fill="none" stroke-width="2" d="{_COURSES}"/>'
RAYS = f'<g fill="{GOLD}">{_RAYS}</g>'
