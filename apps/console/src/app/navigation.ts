import {
  Activity,
  ArrowDownToLine,
  ArrowUpFromLine,
  CalendarClock,
  Compass,
  Contact,
  Gift,
  House,
  Landmark,
  Settings,
} from 'lucide-react';
import { msg } from '../language/text.js';

/** The places of the app, in the order of the rail. Those in the phone's bar are always in view; the others are in its menu. */
export const PLACES = [
  { to: '/home', name: msg('Home'), icon: House, isInBar: true },
  { to: '/incoming', name: msg('Incoming'), icon: ArrowDownToLine, isInBar: true },
  { to: '/outgoing', name: msg('Outgoing'), icon: ArrowUpFromLine, isInBar: true },
  { to: '/plans', name: msg('Payroll & grants'), icon: CalendarClock, isInBar: false },
  { to: '/airdrops', name: msg('Airdrops'), icon: Gift, isInBar: false },
  { to: '/vaults', name: msg('Treasuries'), icon: Landmark, isInBar: true },
  { to: '/activity', name: msg('Activity'), icon: Activity, isInBar: false },
  { to: '/contacts', name: msg('Contacts'), icon: Contact, isInBar: false },
  { to: '/explore', name: msg('Explore'), icon: Compass, isInBar: false },
  { to: '/settings', name: msg('Settings'), icon: Settings, isInBar: false },
] as const;
