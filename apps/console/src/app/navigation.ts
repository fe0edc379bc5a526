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

/** The places of the app, in the order of the rail. Those in the phone's bar are always in view; the others are in its menu. */
export const PLACES = [
  { to: '/home', name: 'Home', icon: House, isInBar: true },
  { to: '/incoming', name: 'Incoming', icon: ArrowDownToLine, isInBar: true },
  { to: '/outgoing', name: 'Outgoing', icon: ArrowUpFromLine, isInBar: true },
  { to: '/plans', name: 'Payroll & grants', icon: CalendarClock, isInBar: false },
  { to: '/airdrops', name: 'Airdrops', icon: Gift, isInBar: false },
  { to: '/vaults', name: 'Treasuries', icon: Landmark, isInBar: true },
  { to: '/activity', name: 'Activity', icon: Activity, isInBar: false },
  { to: '/contacts', name: 'Contacts', icon: Contact, isInBar: false },
  { to: '/explore', name: 'Explore', icon: Compass, isInBar: false },
  { to: '/settings', name: 'Settings', icon: Settings, isInBar: false },
] as const;
