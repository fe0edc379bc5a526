import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { compileWithFakes } from './fake-kinds.js';
import { ROOT } from './repository-files.js';

/** Where the compiler leads a person who adds a word. CONTRIBUTING says what else belongs to it. */
it('the compiler finds what each new word needs', async () => {
  await mkdir(join(ROOT, 'node_modules/.cache'), { recursive: true });
  const files = await compileWithFakes(['PROPOSALS', 'EVENTS', 'INTERVALS', 'NOTIFICATION_KINDS']);
  expect(files.map((path) => basename(path)).toSorted()).toEqual(
    [
      // A kind of notification.
      'write-mail.ts',
      'mail-card.tsx',
      // An interval: its words, and the client's types, which are generated after it.
      'intervals.ts',
      'payment-draft.ts',
      'currency-draft.ts',
      // A kind of proposal: what the API says about it, and its name in the console.
      'proposals.ts',
      'proposal-choices.ts',
    ].toSorted(),
  );
});
