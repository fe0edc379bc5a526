/** What reads packages of cap tables: a part of its own of the bundle, since few people import one. */
export { planTerms, reviewPackage } from '@weir/calendar/ocf';
