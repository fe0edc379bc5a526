import type { ScriptChange } from '@weir/infra';
import { FollowedScripts } from './followed-scripts.js';

const status = (letter: string): string => letter.repeat(64);

describe('FollowedScripts', () => {
  const listeners = new Map<string, (change: ScriptChange) => void>();
  let news: string[];
  let scripts: FollowedScripts;
  beforeEach(() => {
    listeners.clear();
    news = [];
    scripts = new FollowedScripts(
      {
        subscribeScript(lockingBytecode, listener) {
          const key = Buffer.from(lockingBytecode).toString('hex');
          listeners.set(key, listener);
          return () => listeners.delete(key);
        },
      },
      (id) => news.push(id),
    );
  });

  const follow = (id: string, head: string | null, read: string | null | undefined) =>
    scripts.follow({
      id,
      lockingBytecode: id,
      head,
      reading: read === undefined ? null : { status: read, head: 'head' },
    });
  const say = (id: string, now: string | null) => listeners.get(id)?.({ status: now, hidden: false });

  it('has nothing to report of a script that was read up to the status the server says', () => {
    follow('aa', 'head', status('1'));
    expect(news).toEqual([]);
    say('aa', status('1'));
    expect(news).toEqual([]);
    say('aa', status('2'));
    expect(news).toEqual(['aa']);
  });

  it('reports one that was never read, though its history is empty', () => {
    follow('aa', null, undefined);
    say('aa', null);
    expect(news).toEqual(['aa']);
  });

  it('reports one whose record moved since it was read', () => {
    follow('aa', 'head', status('1'));
    say('aa', status('1'));
    follow('aa', 'another head', status('1'));
    expect(news).toEqual(['aa']);
  });

  it('takes note of what was read', () => {
    follow('aa', 'old head', undefined);
    say('aa', status('1'));
    scripts.noteReading('aa', { status: status('1'), head: 'head' });
    scripts.noteReading('unknown', { status: status('1'), head: 'head' });
    say('aa', status('1'));
    expect(news).toEqual(['aa']);
    expect(scripts.size).toBe(1);
  });

  it('stops following what is not requested any more', () => {
    for (const id of ['aa', 'bb', 'cc']) follow(id, 'head', status('1'));
    scripts.retain(new Set(['bb', 'dd']));
    expect([...listeners.keys()]).toEqual(['bb']);
    scripts.close();
    expect([listeners.size, scripts.size]).toEqual([0, 0]);
  });
});
