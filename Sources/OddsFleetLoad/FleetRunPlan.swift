import OddsFleetRun

package typealias FleetRunPlan = OddsFleetRun.RunPlan
