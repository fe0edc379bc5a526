import { parseServerUrl } from './server-url.js';

it.each([
  ['wss://electrum.example:50004', { transport: 'websocket', host: 'electrum.example', port: 50004, encrypted: true }],
  ['wss://electrum.example', { transport: 'websocket', port: 50004, encrypted: true }],
  ['wss://electrum.example:443', { transport: 'websocket', port: 443 }],
  ['ws://electrum.example', { transport: 'websocket', port: 50003, encrypted: false }],
  ['ws://electrum.example:80', { transport: 'websocket', port: 80 }],
  ['tls://electrum.example', { transport: 'tcp', port: 50002, encrypted: true }],
  ['tcp://127.0.0.1:50001/', { transport: 'tcp', host: '127.0.0.1', port: 50001, encrypted: false }],
  ['tcp://[::1]:60001', { transport: 'tcp', host: '[::1]', port: 60001 }],
  ['TCP://Electrum.Example:80', { transport: 'tcp', host: 'electrum.example', port: 80 }],
])('reads %s', (url, address) => {
  expect(parseServerUrl(url)).toMatchObject({ url, ...address });
});

it.each([
  '',
  'electrum.example:50004',
  'https://electrum.example',
  'wss://',
  'tcp://:50001',
  'tcp://host:99999',
  'constructor://host',
])('refuses %j', (url) => {
  expect(() => parseServerUrl(url)).toThrow(RangeError);
});
