/** What can be built. */
export const ACTIONS = [
  'claim',
  'push',
  'cancel',
  'pause',
  'resume',
  'refund',
  'settle',
  'sweep',
  'close',
  'complete',
] as const;
export type Action = (typeof ACTIONS)[number];

/** What a sender does to streams of plans, to one or many by one signature. */
export const SENDER_MOVES = ['cancel', 'pause', 'resume'] as const;
export type SenderMove = (typeof SENDER_MOVES)[number];

export const isSenderMove = (action: Action): action is SenderMove =>
  (SENDER_MOVES as readonly string[]).includes(action);

export const isAction = (text: string): text is Action => (ACTIONS as readonly string[]).includes(text);
