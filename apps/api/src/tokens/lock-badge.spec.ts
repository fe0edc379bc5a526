import { drawLockBadge } from './lock-badge.js';

const shown = (amount: string, unit = 'WEIR', share?: number): string =>
  /.*>([^<]+)<\/text><\/g>/u.exec(drawLockBadge({ amount, unit, share }))?.[1] ?? '';

describe('drawLockBadge', () => {
  it.each([
    ['0', '0 WEIR'],
    ['12.5', '12.5 WEIR'],
    ['9999.99', '9,999.99 WEIR'],
    ['19999', '19.9K WEIR'],
    ['1999999.99', '1.99M WEIR'],
    ['9223372036854775807', '9,220,000T WEIR'],
  ])('shortens %s without ever showing more than there is: %s', (amount, expected) => {
    expect(shown(amount)).toBe(expected);
  });

  it('shows the share of all there is', () => {
    expect(shown('1', 'A', 1_234)).toBe('1 A · 12.34%');
  });

  it("escapes strangers' words, and cuts long ones", () => {
    const svg = drawLockBadge({ amount: '1', unit: '"><script>alert(1)</script>', share: undefined });
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&quot;&gt;&lt;script&gt;');
    expect(shown('1', 'X'.repeat(99)).length).toBe(18);
  });
});
