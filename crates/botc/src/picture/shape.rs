//! Geometry: discs and boxes, their distances, and the directions of the seats.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use gaslamp_core::svg::Area;

/// An area that something takes up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Shape {
    /// A disc around a point.
    Disc(i32, i32, i32),
    /// A box.
    Box(Area),
}

impl Shape {
    /// The same, moved.
    pub(super) const fn moved(self, (right, down): (i32, i32)) -> Self {
        match self {
            Self::Disc(x, y, radius) => Self::Disc(x + right, y + down, radius),
            Self::Box(area) => Self::Box(moved(area, (right, down))),
        }
    }

    /// Its bounding box.
    pub(super) const fn bounds(self) -> Area {
        match self {
            Self::Disc(x, y, radius) => around(x, y, 2 * radius, 2 * radius),
            Self::Box(area) => area,
        }
    }

    /// How far it reaches from a point, in whole pixels.
    pub(super) fn reach(self, x: i32, y: i32) -> i32 {
        match self.moved((-x, -y)) {
            Self::Disc(x, y, radius) => distance(x, y) + radius,
            Self::Box(area) => distance(area.right().max(-area.x), area.bottom().max(-area.y)),
        }
    }

    /// Whether the two are closer than this gap.
    pub(super) const fn is_near(self, other: Self, gap: i32) -> bool {
        match (self, other) {
            (Self::Disc(x, y, radius), Self::Disc(x2, y2, radius2)) => {
                squares(x - x2, y - y2) < square(radius + radius2 + gap)
            }
            (Self::Disc(x, y, radius), Self::Box(area)) | (Self::Box(area), Self::Disc(x, y, radius)) => {
                let right = outside(x, area.x, area.right());
                let down = outside(y, area.y, area.bottom());
                squares(right, down) < square(radius + gap)
            }
            (Self::Box(area), Self::Box(other)) => {
                let wider = Area {
                    x: area.x - gap,
                    y: area.y - gap,
                    width: area.width + 2 * gap,
                    height: area.height + 2 * gap,
                };
                wider.overlaps(other)
            }
        }
    }
}

/// The area, moved.
pub(super) const fn moved(area: Area, (right, down): (i32, i32)) -> Area {
    Area { x: area.x + right, y: area.y + down, ..area }
}

/// An area of that width and height around a point.
pub(super) const fn around(x: i32, y: i32, width: i32, height: i32) -> Area {
    Area { x: x - width / 2, y: y - height / 2, width, height }
}

/// The distance of a number from a range.
const fn outside(number: i32, from: i32, to: i32) -> i32 {
    if number < from {
        from - number
    } else if number > to {
        number - to
    } else {
        0
    }
}

/// An upper bound on the distance of a point from the origin.
fn distance(x: i32, y: i32) -> i32 {
    squares(x, y).isqrt() as i32 + 1
}

const fn square(number: i32) -> i64 {
    number as i64 * number as i64
}

const fn squares(a: i32, b: i32) -> i64 {
    square(a) + square(b)
}

/// A direction, as a unit vector to the right and down.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Direction {
    /// How far to the right.
    pub(super) right: f64,
    /// How far down.
    pub(super) down: f64,
}

impl Direction {
    /// The direction of a seat as seen from the centre: clockwise, the first at the top.
    pub(super) fn of_seat(seat: usize, seats: usize) -> Self {
        Self::of_turn(seat as f64 / seats.max(1) as f64)
    }

    /// The direction after this part of a turn clockwise from the top.
    pub(super) fn of_turn(turn: f64) -> Self {
        let angle = TAU * turn;
        Self { right: sine(angle), down: -sine(angle + FRAC_PI_2) }
    }

    /// The direction turned clockwise by that many eighths of a turn.
    pub(super) fn turned(self, eighths: i32) -> Self {
        let angle = TAU * f64::from(eighths) / 8.0;
        let (sine, cosine) = (sine(angle), sine(angle + FRAC_PI_2));
        Self { right: self.right * cosine - self.down * sine, down: self.right * sine + self.down * cosine }
    }

    /// How far a point is in this direction.
    pub(super) fn reach(self, x: i32, y: i32) -> f64 {
        f64::from(x) * self.right + f64::from(y) * self.down
    }

    /// The point at that distance from the centre, in whole pixels.
    pub(super) fn steps(self, steps: i32) -> (i32, i32) {
        let whole = |part: f64| (part * f64::from(steps)).round() as i32;
        (whole(self.right), whole(self.down))
    }

    /// The length of a box in this direction, and across it.
    pub(super) fn extent(self, width: i32, height: i32) -> (f64, f64) {
        let (width, height) = (f64::from(width), f64::from(height));
        let (right, down) = (self.right.abs(), self.down.abs());
        (width * right + height * down, width * down + height * right)
    }
}

/// How much farther out seats must be for each pixel of their breadth: the more seats, the farther.
pub(super) fn crowding(seats: usize) -> f64 {
    if seats < 3 {
        return 0.0;
    }
    let half = PI / seats as f64;
    sine(half + FRAC_PI_2) / (2.0 * sine(half))
}

/// The sine by its series: that of the standard library may differ in its last digit between machines, and a
/// picture with it.
fn sine(angle: f64) -> f64 {
    let angle = angle - TAU * (angle / TAU).round();
    let (mut sum, mut term) = (angle, angle);
    for index in 1..16 {
        let n = f64::from(2 * index);
        term *= -angle * angle / (n * (n + 1.0));
        sum += term;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_go_clockwise_from_the_top() {
        let steps = |seat| Direction::of_seat(seat, 4).steps(100);
        assert_eq!([steps(0), steps(1), steps(2), steps(3)], [(0, -100), (100, 0), (0, 100), (-100, 0)]);
        assert_eq!(Direction::of_seat(0, 4).turned(2).steps(100), (100, 0));
        assert_eq!(Direction::of_seat(1, 4).turned(1).steps(100), (71, 71));
    }

    #[test]
    fn the_series_is_the_sine() {
        for step in -100..100 {
            let angle = f64::from(step) / 20.0;
            assert!((sine(angle) - angle.sin()).abs() < 1e-12, "{angle}");
        }
    }

    #[test]
    fn shapes_are_near_when_less_than_the_gap_is_between_them() {
        let area = |x, y| Shape::Box(Area { x, y, width: 10, height: 10 });
        for (a, b, gap) in [
            (Shape::Disc(0, 0, 5), Shape::Disc(20, 0, 5), 10),
            (Shape::Disc(0, 0, 5), area(15, -5), 10),
            (Shape::Disc(0, 0, 10), area(9, 12), 5),
            (area(0, 0), area(13, 4), 3),
        ] {
            assert!(!a.is_near(b, gap) && !b.is_near(a, gap), "{a:?} {b:?}");
            assert!(a.is_near(b, gap + 1) && b.is_near(a, gap + 1), "{a:?} {b:?}");
        }
    }
}
