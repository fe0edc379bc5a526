import { readSourceTexts } from './source-texts.js';

const { bare, unknown } = readSourceTexts();
const placesOf = (texts: typeof bare): readonly string[] => texts.map(({ place, text }) => `${place} ${text}`);

describe('the texts of the console', () => {
  it('all go through the catalogue: in elements, in attributes that people read, and in sentences', () =>
    expect(placesOf(bare)).toEqual([]));

  it('are known where the program is compiled', () => expect(placesOf(unknown)).toEqual([]));
});
