import { createStreamsRepository } from '@weir/infra';

export const smuggled = createStreamsRepository;
