import { parentPort, workerData } from 'node:worker_threads';
import { ListError } from '../lists/list-error.js';
import { IN_BASE_UNITS } from '../lists/list-problem.js';
import { WhitelistBuilder, type Whitelist } from '../whitelist/whitelist-builder.js';
import { WhitelistTree } from '../whitelist/whitelist-tree.js';
import { chooseLanes, type Reply, type Request, type ThreadOptions } from './messages.js';

/** The thread's own side: takes rows, builds, and transfers the tree's memory. */
const port = parentPort;
if (port === null) throw new Error('This file runs in a worker thread');
const reply = (message: Reply, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

const { lanes } = workerData as ThreadOptions;
const builder = new WhitelistBuilder();

const build = (list: Whitelist): void => {
  const onProgress = (done: number, total: number) => reply({ kind: 'progress', done, total });
  const { blob } = WhitelistTree.build(list, { lanes: chooseLanes(list.count, lanes), onProgress });
  reply({ kind: 'built', blob, total: list.total }, [blob.buffer]);
};

const answer = (request: Request): void => {
  switch (request.kind) {
    case 'rows':
      builder.add(request.rows);
      reply({ kind: 'taken' });
      return;
    case 'check':
      builder.problems.assertNone(IN_BASE_UNITS);
      reply({ kind: 'taken' });
      return;
    case 'finish':
      build(builder.finish());
  }
};

port.on('message', (request: Request) => {
  try {
    answer(request);
  } catch (error) {
    if (!(error instanceof ListError)) throw error;
    const { problems, unit, count } = error;
    reply({ kind: 'refused', problems, unit, count });
  }
});
