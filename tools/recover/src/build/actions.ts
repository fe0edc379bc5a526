/** What can be built. */
export const ACTIONS = ['claim', 'push', 'cancel', 'refund', 'settle', 'sweep', 'close', 'complete'] as const;
export type Action = (typeof ACTIONS)[number];

export const isAction = (text: string): text is Action => (ACTIONS as readonly string[]).includes(text);
