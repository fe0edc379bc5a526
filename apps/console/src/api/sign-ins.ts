import type { Session, SessionStore } from '@weir/client';
import { keptInTab } from '../storage/kept.js';
import { createStore } from '../storage/value-store.js';

const KEY = 'weir:sign-ins';

const isSession = (value: unknown): value is Session => {
  const { bearer, expiresAt, addresses } = Object(value) as Readonly<Record<keyof Session, unknown>>;
  return typeof bearer === 'string' && typeof expiresAt === 'number' && Array.isArray(addresses);
};

/** Counts sign-ins: what depends on them renders again when it changes. */
export const signIns = createStore(0);

/** Keeps sessions for this tab, so that a reload asks for no second signature. */
export const keptSignIns: SessionStore = {
  load() {
    try {
      const stored: unknown = JSON.parse(keptInTab.get(KEY) ?? '[]');
      return Array.isArray(stored) ? stored.filter(isSession) : [];
    } catch {
      return [];
    }
  },
  save(sessions) {
    if (sessions.length === 0) keptInTab.remove(KEY);
    else keptInTab.set(KEY, JSON.stringify(sessions));
    signIns.set(signIns.get() + 1);
  },
};
