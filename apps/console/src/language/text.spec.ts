import { fillText } from './text.js';

describe('what is put into a text', () => {
  it('keeps its own direction, and turns that of nothing else', () => {
    expect(fillText('Pays {name}: {amount}', { name: 'Ada', amount: '1 BCH' })).toBe('Pays Ada: 1 BCH');
    expect(fillText('Pays {name}: {amount}', { name: 'عثمان', amount: '1 BCH' })).toBe('Pays \u2068عثمان\u2069: 1 BCH');
    expect(fillText('Pays {name}: 1 BCH', { name: 'Ada\u202e\u2067' })).toBe('Pays Ada: 1 BCH');
  });
});
