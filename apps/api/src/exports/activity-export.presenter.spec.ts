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
    ['\u200b\ufeff=1', "'\u200b\ufeff=1"],
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
    ['\r=1', '"\'\r=1"'],
    ['\n=1', '"\'\n=1"'],
    ['-12.5', '-12.5'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['=HYPERLINK("a,b")', '"\'=HYPERLINK(""a,b"")"'],
    ['two\nlines', '"two\nlines"'],
    ['plain', 'plain'],
  ])('writes %j as %j', (given, cell) => {
    expect(csvRecord([given])).toBe(`${cell}\r\n`);
  });

  it('leaves nothing for what is not there', () => {
    expect(csvRecord([null, 0, 'x'])).toBe(',0,x\r\n');
  });
});
