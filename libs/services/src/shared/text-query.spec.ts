import { textQueryOf } from './text-query.js';

it.each([
  ['Team grants', "'team':* & 'grants':*"],
  ["  O'Neill; DROP TABLE x -- ", "'o':* & 'neill':* & 'drop':* & 'table':* & 'x':*"],
  ['Gehälter 2026', "'gehälter':* & '2026':*"],
  ['团队 奖励', "'团队':* & '奖励':*"],
  ['a b c d e f g h i j', "'a':* & 'b':* & 'c':* & 'd':* & 'e':* & 'f':* & 'g':* & 'h':*"],
])('reads %j as words', (text, query) => {
  expect(textQueryOf(text)).toBe(query);
});

it.each(['', ' ', 'x', "':* | !&()", '\\'])('finds no words in %j', (text) => {
  expect(textQueryOf(text)).toBeUndefined();
});
