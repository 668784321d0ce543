"""What happens to a sheet between the table and the league: beer, folds, bad light, cheap phones, copiers."""

import random
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from tests.tools.photographs.pens import Page

Damage = Callable[[Page, random.Random, float], Page]
"""From a picture, dice and how bad it is (0 mild, 1 hard) to a picture."""


@dataclass(frozen=True, kw_only=True)
class Camera:
    """How the sheet is photographed."""

    megapixels: float = 8.0
    tilt: float = 6.0
    turn: float = 2.0
    blur: float = 0.6
    noise: float = 2.0
    quality: int = 85
    light: float = 0.15
    quarter: int = 0
    motion: float = 0.0


def coffee(page: Page, dice: random.Random, bad: float) -> Page:
    """Put a wet cup down, once or twice."""
    stain = np.ones(page.shape[:2], np.float32)
    height, width = stain.shape
    for _ in range(1 + round(bad)):
        middle = (dice.randint(width // 4, 3 * width // 4), dice.randint(height // 4, 3 * height // 4))
        radius = round(width * dice.uniform(0.14, 0.2))
        cv2.circle(stain, middle, radius, 0.94 - 0.06 * bad, -1)
        ring = round(width / 210 * dice.uniform(1.2, 3.0))
        cv2.circle(stain, middle, radius, 0.82 - 0.22 * bad, ring)
    stain = cv2.GaussianBlur(stain, (0, 0), width / 210 * 0.35)[..., None]
    brown = np.array([1.0, 0.86, 0.62], np.float32)
    return np.clip(page * (stain + (1 - stain) * brown * 0.75), 0, 255).astype(np.uint8)


def creases(page: Page, dice: random.Random, bad: float) -> Page:
    """Fold the sheet in four, and carry it in a pocket."""
    height, width = page.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    light = np.ones((height, width), np.float32)
    move = np.zeros((height, width), np.float32)
    folds = [(0.5 + dice.gauss(0, 0.01), True), (0.5 + dice.gauss(0, 0.01), False)]
    folds += [(dice.uniform(0.2, 0.8), dice.random() < 0.5) for _ in range(round(2 * bad))]
    mm = width / 210
    for at, is_level in folds:
        far = (y - at * height if is_level else x - at * width) + dice.gauss(0, 0.01) * (x if is_level else y)
        sharp = np.exp(-((far / (mm * 0.45)) ** 2))
        soft = np.exp(-((far / (mm * 9)) ** 2)) * np.sign(far)
        light += (0.10 + 0.1 * bad) * sharp * dice.choice((-1.6, 1)) + (0.04 + 0.08 * bad) * soft
        move += mm * (0.25 + 0.5 * bad) * np.exp(-np.abs(far) / (mm * 14)) * dice.choice((-1, 1))
    moved = _shifted(page, x + move * 0.6, y + move)
    return np.clip(moved * light[..., None], 0, 255).astype(np.uint8)


def _shifted(page: Page, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the page with each point taken from there."""
    whence = x.astype(np.float32), y.astype(np.float32)
    return np.asarray(cv2.remap(page, *whence, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def curl(page: Page, dice: random.Random, bad: float) -> Page:
    """Let the sheet bend, as paper does that was rolled up."""
    height, width = page.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    mm, turn = width / 210, dice.uniform(0, np.pi)
    wave = np.sin(np.pi * (x / width * np.cos(turn) + y / height * np.sin(turn)) * dice.uniform(0.8, 1.6))
    far = mm * (0.8 + 1.6 * bad) * wave
    light = 1 + (0.06 + 0.1 * bad) * np.cos(np.pi * (x / width + y / height))
    moved = _shifted(page, x + far * 0.5, y + far)
    return np.clip(moved * light[..., None], 0, 255).astype(np.uint8)


def shadow(page: Page, dice: random.Random, bad: float) -> Page:
    """Hold the phone between the lamp and the paper."""
    height, width = page.shape[:2]
    mask = np.zeros((height, width), np.float32)
    corners = [(dice.uniform(-0.2, 1.2) * width, dice.uniform(-0.2, 1.2) * height) for _ in range(4)]
    hull = cv2.convexHull(np.array(corners, np.float32)).astype(np.int32)
    cv2.fillConvexPoly(mask, hull, 1.0)
    mask = cv2.GaussianBlur(mask, (0, 0), width / 210 * dice.uniform(1.5 if bad else 5, 10))
    deep = (0.3 + 0.3 * bad) * mask
    return np.clip(page * (1 - deep[..., None]), 0, 255).astype(np.uint8)


def photocopy(page: Page, dice: random.Random, bad: float) -> Page:
    """Copy the sheet on the machine in the club's office: black or white, specks, not quite straight."""
    grey = cv2.cvtColor(page, cv2.COLOR_RGB2GRAY).astype(np.float32)
    steep = 5 + 10 * bad
    grey = 255 / (1 + np.exp(-steep * (grey / 255 - dice.uniform(0.48, 0.62))))
    noise = np.random.default_rng(dice.randrange(2**32))
    height, width = grey.shape
    mm = width / 210
    for _ in range(round(150 + 450 * bad)):
        x, y = int(noise.integers(0, width)), int(noise.integers(0, height))
        cv2.circle(grey, (x, y), max(1, round(mm * float(noise.uniform(0.05, 0.22)))), 30, -1)
    if bad:
        x = int(noise.integers(width // 5, width * 4 // 5))
        cv2.line(grey, (x, 0), (x + 8, height), 90, max(1, round(mm * 0.2)))
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), dice.uniform(-1.5, 1.5) * (1 + bad), 0.97)
    skewed = cv2.warpAffine(grey, turn, (width, height), borderValue=250)
    return cv2.cvtColor(np.clip(skewed, 0, 255).astype(np.uint8), cv2.COLOR_GRAY2RGB)


DAMAGE: dict[str, Damage] = {
    "coffee": coffee,
    "creases": creases,
    "curl": curl,
    "shadow": shadow,
    "photocopy": photocopy,
}


def photographed(page: Page, camera: Camera, dice: random.Random) -> bytes:
    """Return the page as a phone photographs it, as JPEG."""
    height, width = page.shape[:2]
    long = (camera.megapixels * 1e6 * 4 / 3) ** 0.5
    size = (round(long * 3 / 4), round(long))
    fill = 0.95 - 0.1 * min(1.0, camera.tilt / 35)
    corners = _seen_from(camera, dice)
    span = corners.max(axis=0) - corners.min(axis=0)
    scale = fill * min(size[0] / span[0], size[1] / span[1])
    placed = (corners - (corners.max(axis=0) + corners.min(axis=0)) / 2) * scale + np.array(size) / 2
    paper = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    matrix = cv2.getPerspectiveTransform(paper, placed.astype(np.float32))
    smaller = cv2.GaussianBlur(page, (0, 0), max(0.3, 0.45 * width / 210 / scale))
    table = np.array([dice.randint(60, 130), dice.randint(45, 95), dice.randint(30, 70)], np.uint8)
    seen = np.empty((size[1], size[0], 3), np.uint8)
    seen[:] = table
    grain = np.random.default_rng(dice.randrange(2**32))
    seen = np.clip(seen + grain.normal(0, 6, seen.shape[:2])[..., None], 0, 255).astype(np.uint8)
    flat = cv2.warpPerspective(smaller, matrix, size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full(page.shape[:2], 255, np.uint8), matrix, size)[..., None] / 255.0
    seen = (flat * mask + seen * (1 - mask)).astype(np.float32)
    seen *= _light(size, camera.light, dice)[..., None]
    blur = camera.blur * long / 3264  # as an 8-megapixel camera sees it
    if blur > 0.15:
        seen = cv2.GaussianBlur(seen, (0, 0), blur)
    if camera.motion:
        seen = _moved(seen, camera.motion * long / 3264, dice.uniform(0, 180))
    seen += camera.noise * grain.standard_normal(seen.shape, dtype=np.float32)
    picture = np.clip(seen, 0, 255).astype(np.uint8)
    picture = np.ascontiguousarray(np.rot90(picture, camera.quarter))
    jpeg = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, camera.quality])[1]
    return bytes(jpeg.tobytes())


def _seen_from(camera: Camera, dice: random.Random) -> np.ndarray:
    """Return the corners of an A4 page seen from a phone half a metre above, tilted by so many degrees."""
    half = np.array([(-105, -148.5), (105, -148.5), (105, 148.5), (-105, 148.5)], float)
    turn = np.radians(dice.uniform(-camera.turn, camera.turn))
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    flat = half @ spin.T
    towards = dice.uniform(0, 2 * np.pi)
    tilt = np.radians(camera.tilt)
    axis = np.array([np.cos(towards), np.sin(towards), 0.0])
    matrix, _ = cv2.Rodrigues(axis * tilt)
    solid = np.column_stack([flat, np.zeros(4)]) @ matrix.T
    away = 480 + solid[:, 2]
    return solid[:, :2] / away[:, None] * 480


def _light(size: tuple[int, int], uneven: float, dice: random.Random) -> np.ndarray:
    width, height = size
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    at = dice.uniform(0.1, 0.9) * width, dice.uniform(0.1, 0.9) * height
    far = np.hypot(x - at[0], y - at[1]) / np.hypot(width, height)
    return np.asarray(dice.uniform(0.82, 0.98) * (1 - uneven * 1.6 * far), np.float32)


def _moved(picture: np.ndarray, length: float, turn: float) -> np.ndarray:
    side = max(3, round(length) * 2 + 1)
    kernel = np.zeros((side, side), np.float32)
    cv2.line(kernel, (0, side // 2), (side - 1, side // 2), 1.0)
    matrix = cv2.getRotationMatrix2D((side / 2 - 0.5, side / 2 - 0.5), turn, 1)
    kernel = cv2.warpAffine(kernel, matrix, (side, side))
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()))
