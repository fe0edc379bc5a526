import { axisEnd, labelPlaces } from './chart-labels.js';

const BOUNDS = { gap: 6, turn: 800 };

describe('axisEnd', () => {
  it.each([
    [260, true, 46],
    [260, false, 26],
  ])('of a chart of %i pixels leaves room for its labels above the largest value', (height, hasMarks, room) => {
    const plot = height - 60;
    expect(plot - (plot * 30) / axisEnd(30, height, hasMarks)).toBeCloseTo(room);
  });

  it('leaves half of a low chart to its lines, and of nothing ends at 1', () => {
    expect(axisEnd(30, 100, true)).toBe(60);
    expect(axisEnd(0, 260, true)).toBe(1);
  });
});

describe('the labels of a chart', () => {
  it('are beside their lines, to the left at its end', () =>
    expect(
      labelPlaces(
        [
          { x: 100, width: 30 },
          { x: 300, width: 30 },
          { x: 900, width: 50 },
        ],
        BOUNDS,
      ),
    ).toMatchObject([
      { left: 106, line: 0 },
      { left: 306, line: 0 },
      { left: 844, line: 0 },
    ]));

  it('are below those that they would cover', () =>
    expect(
      labelPlaces(
        [
          { x: 108, width: 30 },
          { x: 100, width: 30 },
          { x: 116, width: 30 },
        ],
        BOUNDS,
      ).map(({ line }) => line),
    ).toEqual([0, 1, 2]));
});
