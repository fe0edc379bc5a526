import { describeSimulation } from './support/simulation/describe-simulation.js';

describeSimulation(1, 2);
