/** The actions that can be built. */
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

/** The actions a sender takes on one or many streams of plans with a single signature. */
export const SENDER_MOVES = ['cancel', 'pause', 'resume'] as const;
export type SenderMove = (typeof SENDER_MOVES)[number];

/** Whether an action may apply to many streams of plans at once. */
export const isSenderMove = (action: Action): action is SenderMove =>
  (SENDER_MOVES as readonly string[]).includes(action);

/** Whether a text names an action. */
export const isAction = (text: string): text is Action => (ACTIONS as readonly string[]).includes(text);
