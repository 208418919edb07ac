import { testFuzz } from '../support/fuzz-api.ts';

testFuzz({ phases: 'examples,fuzzing', maxExamples: 1, answers: { 200: 20, 400: 1, 404: 1 } });
