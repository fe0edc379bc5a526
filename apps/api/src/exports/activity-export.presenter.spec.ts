import { csvRecord } from './activity-export.presenter.js';

describe('csvRecord', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1+cmd|x', "'-1+cmd|x"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', '"\'\t\'=1"'],
    ['  =1', "'  =1"],
    ['\u00a0=1', "'\u00a0=1"],
    ['\u200b\ufeff=1', "'=1"],
    ['＝1', "'＝1"],
    [' ＋1', "' ＋1"],
    ['－1', "'－1"],
    ['−1', "'−1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['﹦1', "'﹦1"],
    ['|calc', "'|calc"],
    ['a;=1', '"a;\'=1"'],
    ['a\t @b', '"a\t\' @b"'],
    ['a;b', '"a;b"'],
    ['a = b - c', 'a = b - c'],
    ['\r=1', "' =1"],
    ['\n=1', "' =1"],
    ['-12.5', '-12.5'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['=HYPERLINK("a,b")', '"\'=HYPERLINK(""a,b"")"'],
    ['two\nlines', 'two lines'],
    ['a\u000bb\u000cc\u0085d\u2028e\u2029f\u0000g', 'a b c d e f g'],
    ['\u202egnirts\u2066x\ud800y', 'gnirtsxy'],
    ['plain', 'plain'],
  ])('writes %j as %j', (given, cell) => {
    expect(csvRecord([given])).toBe(`${cell}\r\n`);
  });

  it('leaves nothing for what is not there', () => {
    expect(csvRecord([null, 0, 'x'])).toBe(',0,x\r\n');
  });
});
