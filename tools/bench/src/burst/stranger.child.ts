import { Agent, request } from 'node:http';
import type { Burst } from './start-stranger.js';

const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
const send = (url: string, { path, headers, body }: Burst['requests'][number]): Promise<string> =>
  new Promise((resolve) => {
    const sent = request(`${url}${path}`, { method: 'POST', headers, agent }, (response) => {
      response.resume();
      response.once('close', () => resolve(String(response.statusCode)));
    });
    sent.once('error', ({ message }) => resolve(message));
    sent.end(body);
  });

/** Sends all requests of each burst at once, each on a connection of its own, and says how many had which status. */
process.on('message', ({ url, requests }: Burst) => {
  void Promise.all(requests.map((each) => send(url, each))).then((answers) => {
    const counts: Record<string, number> = {};
    for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
    process.send?.(counts);
  });
});
process.send?.('ready');
