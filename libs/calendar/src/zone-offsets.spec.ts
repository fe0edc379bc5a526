import { zoneOffsets } from './index.js';

const seconds = (text: string): bigint => BigInt(Date.parse(text) / 1_000);
const HOUR = 3_600n;

describe('zoneOffsets', () => {
  it.each([
    ['Europe/Madrid', '2027-01-01', '2028-01-01', HOUR, 2n * HOUR],
    ['Europe/Madrid', '2027-06-01', '2027-09-01', 2n * HOUR, 2n * HOUR],
    ['Europe/Dublin', '2027-01-01', '2028-01-01', 0n, HOUR],
    ['Asia/Kathmandu', '2027-01-01', '2028-01-01', 20_700n, 20_700n],
    ['America/St_Johns', '2027-01-01', '2028-01-01', -12_600n, -9_000n],
    ['Pacific/Kiritimati', '2027-01-01', '2028-01-01', 14n * HOUR, 14n * HOUR],
    ['Etc/GMT+12', '2027-01-01', '2027-01-02', -12n * HOUR, -12n * HOUR],
    ['UTC', '2027-01-01', '2027-01-01', 0n, 0n],
  ])('of %s from %s to %s is %s to %s', (zone, from, to, least, greatest) => {
    expect(zoneOffsets(zone, seconds(from), seconds(to))).toEqual({ least, greatest });
  });

  it('of Casablanca is the time of Ramadan, which its standard time is not', () => {
    expect(zoneOffsets('Africa/Casablanca', seconds('2024-01-01'), seconds('2025-01-01'))).toEqual({
      least: 0n,
      greatest: HOUR,
    });
  });

  it('with the smallest one nothing is due before the time on the clocks of the zone', () => {
    for (const zone of ['Europe/Berlin', 'Africa/Casablanca', 'America/New_York', 'Australia/Lord_Howe']) {
      const [from, to] = [seconds('2024-01-01'), seconds('2026-01-01')];
      const least = zoneOffsets(zone, from, to)?.least ?? 0n;
      const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
      for (let day = from; day < to; day += 86_400n) {
        const asked = `${new Date(Number(day) * 1_000).toISOString().slice(0, 10)} 09:00`;
        expect(clock.format(Number(day + 9n * HOUR - least) * 1_000) >= asked).toBe(true);
      }
    }
  });

  it.each(['Europe/Atlantis', '', '+01:00', '-03', 'Europe/Madrid ', '__proto__'])('knows no zone %j', (zone) =>
    expect(zoneOffsets(zone, 0n, 1n)).toBeUndefined(),
  );

  it('refuses a span that ends before it begins', () => {
    expect(() => zoneOffsets('UTC', 1n, 0n)).toThrow(RangeError);
  });
});
