import { networkOf, shortened } from './client-network.js';

describe('the network of a client', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['192.0.2.7:4711', '192.0.2.7'],
    ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['somewhere', 'somewhere'],
  ])('of %s is %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });
});

describe('a client that has reset its connection before they are looked at', () => {
  it('has no address, and stops nobody', () => {
    expect([networkOf(undefined), shortened(undefined)]).toEqual(['gone', 'unknown']);
  });
});

describe('a client as logs name them', () => {
  it.each([
    ['192.0.2.7', '192.0.2.0/24'],
    ['192.0.2.7:4711', '192.0.2.0/24'],
    ['::ffff:192.0.2.7', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['203.0.113.7 or so', 'unknown'],
  ])('of %s is %s', (ip, name) => {
    expect(shortened(ip)).toBe(name);
  });
});
