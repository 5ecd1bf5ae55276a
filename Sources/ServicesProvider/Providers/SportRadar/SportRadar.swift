/// The wire of SportRadar: just what its servers send and take. Nothing of it is public.
enum SportRadar {}
