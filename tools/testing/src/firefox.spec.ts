import { findFirefox } from './firefox.js';

describe('findFirefox', () => {
  it('takes the one that is named, else the first in PATH', () => {
    expect(findFirefox({ FIREFOX_PATH: '/opt/firefox' })).toBe('/opt/firefox');
    expect(findFirefox({ PATH: '' })).toBeUndefined();
  });

  it('throws where one is required and none is installed', () =>
    expect(() => findFirefox({ PATH: '', FIREFOX: 'required' })).toThrow('apt-get install firefox-esr'));
});
