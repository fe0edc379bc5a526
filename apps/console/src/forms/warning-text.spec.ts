import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setLanguage } from '../language/text.js';
import { type Warning, warningText } from './warning-text.js';

/** The codes of warnings that the API's document lists. */
const codesOfApi = (): readonly Warning['code'][] => {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/api/openapi.json'), 'utf8');
  const [, codes = ''] = /"enum": \[([^\]]*)\],\s*"description": "What it is about\."/.exec(text) ?? [];
  return JSON.parse(`[${codes}]`) as readonly Warning['code'][];
};

const details = { lanes: 256, firstRefusalPercentage: 23, lanesThatFill: 16 };

describe('a warning', () => {
  afterEach(() => setLanguage('en', () => undefined));

  it('is in the language of the page, for every code', () => {
    setLanguage('de', (text) => `«${text}»`);
    const codes = codesOfApi();
    expect(codes).toContain('RECIPIENT_IS_SCRIPT');
    for (const code of codes)
      expect([code, warningText({ code, message: 'In English', details })]).toEqual([
        code,
        expect.stringMatching(/^«/),
      ]);
  });

  it('has its numbers', () =>
    expect(warningText({ code: 'LANES_FILL_UNEVENLY', message: '', details })).toContain(
      'to the 256 lanes at random. The first refusal is likely after 23 % of the pool is claimed. With 16 lanes or fewer',
    ));

  it('that only a newer service has is shown in the service’s own words', () =>
    expect(warningText({ code: 'NEWER' as Warning['code'], message: 'The moon is full', details })).toBe(
      'The moon is full.',
    ));
});
