import { jsonWithoutTurning, withinItself, withoutTurning } from './direction-signs.js';

const SIGNS = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'];

describe('a text by somebody else', () => {
  it.each(SIGNS.map((sign) => [JSON.stringify(sign), sign]))(
    'is shown without %s, however JSON writes it',
    (_, sign) => {
      const escaped = `\\u${sign.charCodeAt(0).toString(16)}`;
      expect(withoutTurning(`pay${sign}cod.exe`)).toBe('paycod.exe');
      expect(JSON.parse(jsonWithoutTurning(JSON.stringify({ title: `a${sign}b` })))).toEqual({ title: 'ab' });
      for (const text of [escaped, escaped.toUpperCase().replace('U', 'u')])
        expect(JSON.parse(jsonWithoutTurning(`{"title":"a${text}b"}`))).toEqual({ title: 'ab' });
    },
  );

  it('keeps the isolations of texts of the page that are put in it, and no others', () => {
    const inner = '\u2068علي\u2069: \u20680.5 BCH\u2069';
    expect(withinItself(inner)).toBe(inner);
    expect(withinItself(`\u2067a ${inner} b\u2069`)).toBe(`\u2067a ${inner} b\u2069`);
    expect(withinItself(`a\u2069 \u202e${inner}\u2068b\u202c`)).toBe(`a ${inner}b`);
  });

  it('keeps a backslash before such letters, marks of a direction, and everything else', () => {
    for (const title of ['a\\u202eb', '\\', 'شكرا \u200f!', 'Grüße \u00e9 \ud83d\ude00 "quoted" \n'])
      expect(JSON.parse(jsonWithoutTurning(JSON.stringify({ title })))).toEqual({ title });
  });
});
